/*
 * The script of the page that shows where an order is; track-page.ts puts it into the page. It reads the page again
 * every half minute while it is seen, and replaces what has changed. It changes nothing if the reply isn't the page of
 * an order, as under overload; when the link has ended (404) it loads the page that says so.
 */
async function look() {
  if (document.hidden) return
  try {
    const reply = await fetch(location.href, { cache: 'no-store' })
    if (reply.status === 404) return location.reload()
    const next = new DOMParser().parseFromString(await reply.text(), 'text/html').getElementById('now')
    const now = document.getElementById('now')
    if (next && now && !next.isEqualNode(now)) now.replaceChildren(...next.childNodes)
  } catch {
    // Without a connection the page stays as it is.
  }
}
setInterval(look, 30_000)
document.addEventListener('visibilitychange', look)
