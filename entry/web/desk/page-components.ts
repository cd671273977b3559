import type { ComponentType } from 'react'
import type { DeskPage } from './web-modules.ts'
import { withTheme } from './with-theme.tsx'

const loaded = new Map<string, ComponentType>()
const failed = new Map<string, unknown>()

/** Fetches the code of a page before it is shown. Where the page is rendered, a failed fetch is reported. */
export async function preloadPage({ url, load }: DeskPage) {
  if (loaded.has(url)) return
  try {
    loaded.set(url, (await withTheme(load)).default)
    failed.delete(url)
  } catch (error) {
    failed.set(url, error)
  }
}

export const isPageLoaded = (url: string) => loaded.has(url) || failed.has(url)

export function getPageComponent(url: string): ComponentType {
  const Page = loaded.get(url)
  if (!Page) throw failed.get(url)
  return Page
}
