import { matchPath } from '#packages/web/core/path-pattern.ts'

/** What the build knows of a page of the light root. */
interface PageFiles {
  /** The title of its frame, where that is fixed. */
  title?: string
  files: readonly string[]
}

/** Fetches scripts and styles without running them. */
export function preloadFiles(files: readonly string[]) {
  for (const file of files) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }
}

/**
 * Fetches the files of a page of the light root while its root is loading, and paints its frame at once. The build
 * writes them into the document; in development there are none.
 */
export function preparePage(pathname: string, homeTitle: string) {
  const written = document.getElementById('page-files')?.textContent
  const pages = JSON.parse(written ?? '{}') as Readonly<Record<string, PageFiles>>
  const address = Object.keys(pages).find((pattern) => matchPath(pattern, pathname))
  if (address === undefined) return
  const { title, files } = pages[address]!
  preloadFiles(files)
  if (title !== undefined) showFrame(title)
  else if (homeTitle) showFrame(homeTitle, true)
}

/** The head of the page and a skeleton, which the page replaces; the same sizes as `Bar` and `Skeleton`. */
function showFrame(title: string, isHome = false) {
  const frame = document.getElementById('frame')
  if (!frame) return
  // The host app shows the title and the way back itself.
  const isHosted = /DingTalk|MicroMessenger/.test(navigator.userAgent)
  frame.querySelector('b')!.textContent = isHosted ? '' : title
  if (isHome || isHosted) frame.querySelector('svg')!.remove()
  if (/(?:^|;\s*)bigText=1/.test(document.cookie)) frame.dataset['big'] = ''
  frame.hidden = false
}
