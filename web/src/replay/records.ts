// A file of records: one JSON object a line.

export interface RecordLine {
  /** The line in the file, from 1. */
  line: number;
  record: object;
  players: [string, string];
}

/** The records in the text of a file; lines that are no JSON objects are skipped. */
export function parseRecords(text: string): RecordLine[] {
  const whole = parsed(text);
  if (whole !== null) return [{ line: 1, record: whole, players: playersOf(whole) }];
  return text.split(/\r?\n/).flatMap((row, n) => {
    const record = parsed(row);
    return record === null ? [] : [{ line: n + 1, record, players: playersOf(record) }];
  });
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function playersOf(record: object): [string, string] {
  const { players } = record as { players?: unknown };
  const [a, b] = Array.isArray(players) ? (players as unknown[]) : [];
  return [typeof a === "string" ? a : "", typeof b === "string" ? b : ""];
}
