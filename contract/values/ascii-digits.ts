/** Replaces Thai digits (๐ to ๙) by 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
}
