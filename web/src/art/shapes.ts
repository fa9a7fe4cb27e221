// Outlines that are worked out once: scalloped discs, lobed tokens, and the wax of a seal.

/** A disc of `count` small arcs between notches, around (0, 0). */
export function scalloped(count: number, radius: number, bulge = 0.72): string {
  const step = (2 * Math.PI) / count;
  const chord = 2 * radius * Math.sin(step / 2);
  let path = `M${at(radius, -Math.PI / 2)}`;
  for (let i = 1; i <= count; i++) {
    path += `A${round(chord * bulge)} ${round(chord * bulge)} 0 0 1 ${at(radius, i * step - Math.PI / 2)}`;
  }
  return path + "Z";
}

/** A token of three, four or five lobes, around (0, 0). */
export function lobed(count: number, radius: number): string {
  const step = (2 * Math.PI) / count;
  // The notches lie further in the fewer lobes there are; each lobe reaches out to the radius.
  const notch = radius * (0.56 + 0.05 * count);
  const half = notch * Math.sin(step / 2);
  const reach = radius - notch * Math.cos(step / 2);
  const lobe = (half * half + reach * reach) / (2 * reach);
  let path = `M${at(notch, -Math.PI / 2 - step / 2)}`;
  for (let i = 0; i < count; i++) {
    const large = reach > lobe ? 1 : 0;
    path += `A${round(lobe)} ${round(lobe)} 0 ${large} 1 ${at(notch, -Math.PI / 2 + (i + 0.5) * step)}`;
  }
  return path + "Z";
}

/** A polygon with `count` corners and a flat side up, around (0, 0). */
export function polygon(count: number, radius: number): string {
  const step = (2 * Math.PI) / count;
  const corners = Array.from({ length: count }, (_, i) => at(radius, (i + 0.5) * step - Math.PI / 2));
  return `M${corners.join("L")}Z`;
}

/** A blob with an uneven rim: the same every time, as a stamp's own wax is. */
export function blob(radius: number, rim: readonly number[]): string {
  const step = (2 * Math.PI) / rim.length;
  const points = rim.map((part, i): [number, number] => {
    const angle = i * step - Math.PI / 2;
    return [radius * part * Math.cos(angle), radius * part * Math.sin(angle)];
  });
  const middle = (i: number): string => {
    const [a, b] = [points[i % points.length]!, points[(i + 1) % points.length]!];
    return `${round((a[0] + b[0]) / 2)} ${round((a[1] + b[1]) / 2)}`;
  };
  let path = `M${middle(points.length - 1)}`;
  points.forEach((point, i) => {
    path += `Q${round(point[0])} ${round(point[1])} ${middle(i)}`;
  });
  return path + "Z";
}

function at(radius: number, angle: number): string {
  return `${round(radius * Math.cos(angle))} ${round(radius * Math.sin(angle))}`;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
