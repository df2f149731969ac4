/** The first 128 bits of a SHA-256, in hexadecimal. */
export async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const digestOfText = (text: string): Promise<string> => digest(new TextEncoder().encode(text))
