import { obeyNoLogin, openBrowserSession, storedToken, storedUser } from '#packages/web/core/browser-session.ts'
import { guardMarkup } from '#packages/web/core/trusted-types.ts'
import { isBelowFloor } from './floor.ts'
import { wayIn, whichRoot, type Visit } from './which-root.ts'

guardMarkup()
const notice = document.getElementById('floor')

// Not chosen with a question mark: the minifier makes one call of two, and each root then loads the other's parts too.
const roots = {
  light: () => import('./light/main.tsx'),
  desk: () => import('./desk/main.tsx'),
}

function readVisit(): Visit {
  const user = storedUser<{ userType: number; mustChangePassword?: boolean; needFillIdCard?: boolean }>()
  return {
    pathname: location.pathname,
    search: location.search,
    token: storedToken(),
    userType: user?.userType,
    hasFirstStep: Boolean(user?.mustChangePassword || user?.needFillIdCard),
    developerToken: localStorage.getItem('developerToken') ?? '',
    isPhone: matchMedia('(max-width: 992.98px)').matches,
  }
}

function start() {
  const { root, address } = whichRoot(readVisit())
  if (address) history.replaceState(null, '', address)
  void roots[root]().then((main) => main.start(document.getElementById('root')!))
}

if (isBelowFloor(navigator.userAgent, (property, value) => CSS.supports(property, value))) {
  notice?.setAttribute('data-now', '')
} else {
  openBrowserSession()
  obeyNoLogin()
  const way = wayIn(readVisit())
  // Few come by a ticket or into an application, so the others do not load what that needs.
  if (way) void import('./hand-over/open.ts').then((door) => door[way]()).then(start)
  else start()
}
