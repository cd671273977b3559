import { openBrowserSession, storedToken, storedUser } from '#packages/web/core/browser-session.ts'
import { isBelowFloor } from './floor.ts'
import { whichRoot } from './which-root.ts'

const notice = document.getElementById('floor')

if (isBelowFloor(navigator.userAgent, (property, value) => CSS.supports(property, value))) {
  notice?.setAttribute('data-now', '')
} else {
  openBrowserSession()
  const { root, address } = whichRoot({
    pathname: location.pathname,
    search: location.search,
    token: storedToken(),
    userType: storedUser<{ userType: number }>()?.userType,
  })
  if (address) history.replaceState(null, '', address)
  void (root === 'light' ? import('./light/main.tsx') : import('./desk/main.tsx')).then(({ start }) =>
    start(document.getElementById('root')!),
  )
}
