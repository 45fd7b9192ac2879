// Shows the notices that the shop pushes to this device, and opens the shop when one is pressed. It has no fetch
// handler and no cache: whoever opens the seller's area sees the orders as they are now, or that there is no
// connection.

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, body, tag, url, urgent, lang } = event.data.json()
  const options = {
    body,
    // A notice that arrives twice replaces itself. It sounds again only if it is urgent.
    tag,
    renotify: urgent,
    lang,
    icon: '/seller/icon-192.png',
    badge: '/seller/badge-96.png',
    data: { url },
  }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})

/**
 * Shows a screen of the seller's area: in its window if there is one, which then goes there itself, or in a new one.
 */
async function open(url) {
  // Only screens of the seller's area, whatever the message had.
  const target = new URL(url, self.location.origin)
  if (target.origin !== self.location.origin || !/^\/seller(\/|$)/.test(target.pathname)) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((each) => /^\/seller(\/|$)/.test(new URL(each.url).pathname))
  if (!shown) return self.clients.openWindow(target.href)
  shown.postMessage({ open: target.pathname + target.search })
  return shown.focus()
}
