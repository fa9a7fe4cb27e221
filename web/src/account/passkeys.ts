// Passkeys in the browser: the server's options made into what the browser takes, and its answer into JSON.

type Json = Record<string, unknown>;

/** Whether this page may use passkeys: over https or on localhost, and by a name instead of an IP address. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && !isAddress && "PublicKeyCredential" in globalThis;
}

/** Make a passkey; null if the user does not want to. */
export async function makePasskey(options: Json): Promise<Json | null> {
  const user = options["user"] as Json;
  const publicKey = {
    ...options,
    challenge: bytesOf(options["challenge"]),
    user: { ...user, id: bytesOf(user["id"]) },
    excludeCredentials: descriptors(options["excludeCredentials"]),
  } as unknown as PublicKeyCredentialCreationOptions;
  return answerOf(() => navigator.credentials.create({ publicKey }), ["attestationObject"]);
}

/** Use a passkey; null if the user does not want to. */
export async function usePasskey(options: Json): Promise<Json | null> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options["challenge"]),
    allowCredentials: descriptors(options["allowCredentials"]),
  } as unknown as PublicKeyCredentialRequestOptions;
  return answerOf(() => navigator.credentials.get({ publicKey }), ["authenticatorData", "signature", "userHandle"]);
}

async function answerOf(ask: () => Promise<Credential | null>, fields: string[]): Promise<Json | null> {
  let credential: PublicKeyCredential | null;
  try {
    credential = (await ask()) as PublicKeyCredential | null;
  } catch {
    return null; // cancelled, timed out, or already registered
  }
  if (credential === null) return null;
  const given = credential.response as unknown as Record<string, ArrayBuffer | null | undefined>;
  const response: Json = {};
  for (const field of ["clientDataJSON", ...fields]) {
    const value = given[field];
    if (value) response[field] = textOf(value);
  }
  const rawId = textOf(credential.rawId);
  return { id: credential.id, rawId, type: credential.type, response, clientExtensionResults: {} };
}

function descriptors(list: unknown): PublicKeyCredentialDescriptor[] {
  return ((list ?? []) as Json[]).map((each) => ({ type: "public-key", id: bytesOf(each["id"]) }));
}

/** The bytes of a text in base64url. */
function bytesOf(text: unknown): ArrayBuffer {
  const decoded = atob(String(text).replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(decoded, (letter) => letter.charCodeAt(0)).buffer;
}

/** Bytes as a text in base64url. */
function textOf(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
