const lines: Record<string, string> = {
  'กรุณา Login ก่อน': 'Please log in first',
  'กรุณา ยืนยันอีเมลก่อนทำการสั่งซื้อ': 'Please verify your email before ordering',
  'รหัส OTP ไม่ถูกต้อง': 'This code is wrong',
  'รหัส OTP ถูกต้อง': 'This code is right',
}

/** The English of those words that the shop says in Thai to readers of English too; undefined for all others. */
export function englishLine(words: string): string | undefined {
  return Object.hasOwn(lines, words) ? lines[words] : undefined
}
