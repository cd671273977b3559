import { openBrowserSession, storedToken, storedUser } from '#packages/web/core/browser-session.ts'
import { isBelowFloor } from './floor.ts'
import { wayIn, whichRoot } from './which-root.ts'

const notice = document.getElementById('floor')

function start() {
  const user = storedUser<{ userType: number; mustChangePassword?: boolean; needFillIdCard?: boolean }>()
  const { root, address } = whichRoot({
    pathname: location.pathname,
    search: location.search,
    token: storedToken(),
    userType: user?.userType,
    hasFirstStep: Boolean(user?.mustChangePassword || user?.needFillIdCard),
  })
  if (address) history.replaceState(null, '', address)
  void (root === 'light' ? import('./light/main.tsx') : import('./desk/main.tsx')).then((main) =>
    main.start(document.getElementById('root')!),
  )
}

if (isBelowFloor(navigator.userAgent, (property, value) => CSS.supports(property, value))) {
  notice?.setAttribute('data-now', '')
} else {
  openBrowserSession()
  const way = wayIn(location, storedToken())
  // Few come with a ticket, so the others do not load what it needs.
  if (way) void import('./hand-over/open.ts').then((door) => door[way]()).then(start)
  else start()
}
