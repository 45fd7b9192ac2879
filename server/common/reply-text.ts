/** Characters of the longest reply that is read whole. Real ones have a thousand at most. */
const maxLength = 64 * 1024

/** Returns the text of a reply of another server; of a longer one than any that is expected, the beginning. */
export async function replyText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxLength) break
  }
  return text + decoder.decode()
}
