/** Hands the browser a file to keep. */
export function saveFile(name: string, type: string, data: string | Uint8Array<ArrayBuffer>): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([data], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
