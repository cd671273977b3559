import {
  applyNoLoginFlag,
  openBrowserSession,
  getStoredToken,
  getStoredUser,
} from '#packages/web/core/browser-session.ts'
import { getOutsideToken } from '#packages/web/core/outside-paths.ts'
import { markTheme } from '#packages/web/core/theme-choice.ts'
import { installTrustedTypesPolicy } from '#packages/web/core/trusted-types.ts'
import { forgetDesk, isStaffPhonePage, prefersDesk, staffHome } from '#packages/web/core/user-homes.ts'
import { setZodDefaults } from '#packages/web/core/zod-defaults.ts'
import { isUnsupportedBrowser } from './browser-support.ts'
import { findEntryStep, chooseRoot, type PageVisit } from './choose-root.ts'
import { preloadFiles, preparePage } from './prepare-page.ts'

markTheme()
installTrustedTypesPolicy()
setZodDefaults()
const unsupportedNotice = document.getElementById('floor')

// No conditional expression here: the minifier would merge the imports, and each root would load the other's
// chunks.
const roots = {
  light: () => import('./light/main.tsx'),
  desk: () => import('./desk/main.tsx'),
  outside: () => import('./outside/main.tsx'),
}

function readVisit(): PageVisit {
  const user = getStoredUser<{ userType: number; mustChangePassword?: boolean; needFillIdCard?: boolean }>()
  return {
    pathname: location.pathname,
    search: location.search,
    token: getStoredToken(),
    userType: user?.userType,
    hasFirstStep: Boolean(user?.mustChangePassword || user?.needFillIdCard),
    developerToken: getOutsideToken('developer'),
    adminToken: getOutsideToken('platform'),
    isPhone: matchMedia('(max-width: 992.98px)').matches,
    prefersDesk: prefersDesk(),
  }
}

/** The home of staff has the name of their organisation as its title. */
const getHomeTitle = () =>
  location.pathname === staffHome ? getStoredUser<{ orgName?: string }>()?.orgName || '启明' : ''

/**
 * The server names the chunks of a page of the desk in the document: they are fetched together with the shell, which
 * would ask for them one after the other.
 */
function preloadDeskChunks() {
  preloadFiles(document.querySelector<HTMLMetaElement>('meta[name="page-chunks"]')?.content.split(' ') ?? [])
}

function start() {
  const { root, address } = chooseRoot(readVisit())
  if (root === 'desk') preloadDeskChunks()
  if (address) history.replaceState(null, '', address)
  if (isStaffPhonePage(location.pathname)) forgetDesk()
  const loaded = roots[root]()
  if (root === 'light') preparePage(location.pathname, getHomeTitle())
  void loaded.then((main) => main.start(document.getElementById('root')!))
}

if (isUnsupportedBrowser(navigator.userAgent, (property, value) => CSS.supports(property, value))) {
  unsupportedNotice?.setAttribute('data-now', '')
} else {
  openBrowserSession()
  applyNoLoginFlag()
  const entryStep = findEntryStep(readVisit())
  // Few visits have a ticket or open an application, so this code is loaded only then.
  if (entryStep)
    void import('./ticket-sign-in/open-ticket.ts').then((ticketSignIn) => ticketSignIn[entryStep]()).then(start)
  else start()
}
