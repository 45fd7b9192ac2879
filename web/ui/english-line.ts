const lines: Record<string, string> = {
  'กรุณา Login ก่อน': 'Please log in first',
  'กรุณา ยืนยันอีเมลก่อนทำการสั่งซื้อ': 'Please verify your email before ordering',
  'รหัส OTP ไม่ถูกต้อง': 'This code is wrong',
  'รหัส OTP ถูกต้อง': 'This code is right',
}

/** Returns the English of messages that are Thai in every language; undefined for others. */
export function englishLine(text: string): string | undefined {
  return Object.hasOwn(lines, text) ? lines[text] : undefined
}
