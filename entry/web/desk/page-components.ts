import type { ComponentType } from 'react'
import type { PageInfo } from '#packages/web/desk/page-context.tsx'
import { boardUrl } from './page-list.ts'
import type { DeskPage } from './web-modules.ts'
import { withTheme } from './with-theme.tsx'

const loaded = new Map<string, { Page: ComponentType; info: PageInfo }>()
const failed = new Map<string, unknown>()

/** Fetches the code of a page before it is shown. Where the page is rendered, a failed fetch is reported. */
export async function preloadPage({ url, title, group, permission, load }: DeskPage) {
  if (loaded.has(url)) return
  try {
    const code = load()
    // The board and its cards have no antd: the first page after sign-in does not wait for it.
    const { default: Page } = await (url === boardUrl ? code : withTheme(() => code))
    const { actions = [], sections = [] } = await code
    loaded.set(url, { Page, info: { title, group, permission, actions, sections } })
    failed.delete(url)
  } catch (error) {
    failed.set(url, error)
  }
}

export const isPageLoaded = (url: string) => loaded.has(url) || failed.has(url)

export function getLoadedPage(url: string) {
  const page = loaded.get(url)
  if (!page) throw failed.get(url)
  return page
}
