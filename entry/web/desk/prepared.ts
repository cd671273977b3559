import type { ComponentType } from 'react'
import type { DeskPage } from './modules.ts'
import { themed } from './themed.tsx'

const found = new Map<string, ComponentType>()
const failed = new Map<string, unknown>()

/** Fetches the code of a page before it is shown. What could not be fetched is told by the page's own place. */
export async function prepare({ url, load }: DeskPage) {
  if (found.has(url)) return
  try {
    found.set(url, (await themed(load)).default)
    failed.delete(url)
  } catch (error) {
    failed.set(url, error)
  }
}

export const isPrepared = (url: string) => found.has(url) || failed.has(url)

export function componentOf(url: string): ComponentType {
  const Page = found.get(url)
  if (!Page) throw failed.get(url)
  return Page
}
