import type { ComponentType } from 'react'
import type { Manifest } from '#packages/contract/manifest.ts'

type LoadPage = () => Promise<{ default: ComponentType }>

/** What an action may do to the page it stands on. */
export interface PageHandle {
  /** Reads the page's data again. */
  refresh(): Promise<void>
  /** Says a short sentence, at most twenty characters. */
  say(words: string): void
}

/** A button on the action line of a page. */
export interface PageAction {
  id: string
  label: string
  icon?: ComponentType
  permission: string
  run(page: PageHandle): Promise<void>
}

/** The desk half of a module, as `web/index.ts` exports it. It is part of the shell, so everything heavy is imported late. */
export interface WebModule {
  manifest: Manifest
  /** A page of the manifest, by its path → its component. */
  pages?: Readonly<Record<string, LoadPage>>
  /** Buttons for pages of modules below, by module key and page path: `org:Orgs`. */
  actions?: Readonly<Record<string, readonly PageAction[]>>
}
export const defineWebModule = (module: WebModule): WebModule => module

/** The phone half of a module, as `web/phone.ts` exports it: nothing behind it may import antd. */
export interface PhoneModule {
  /** Address → its component. */
  pages: Readonly<Record<string, LoadPage>>
}
