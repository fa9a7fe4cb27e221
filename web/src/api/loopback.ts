/** Whether only this computer can open an address. */
export function isLoopback(address: string): boolean {
  const host = new URL(address).hostname;
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
