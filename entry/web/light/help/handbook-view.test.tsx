import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compileDocument } from '../../build/documents.ts'
import type { Chapter } from './chapter.ts'
import { HandbookView } from './handbook-view.tsx'

const chapters: Chapter[] = [
  '<!-- help: sign-in -->\n# 登录\n## 忘记密码\n用手机号收取验证码。\n',
  '<!-- help: orgs -->\n# 组织机构\n左侧是机构树。\n\n<!-- help: orgs-count -->\n## 人数\n每天凌晨统计。\n',
].map((markdown) => {
  const document = compileDocument(markdown)
  return { ...document, load: () => Promise.resolve(document) }
})

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  Element.prototype.scrollIntoView = () => {}
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

const open = (hash: string) => {
  history.replaceState(null, '', `/help${hash}`)
  return act(async () => root.render(<HandbookView chapters={chapters} />))
}
const text = () => document.querySelector('article')!.textContent

it('opens the chapter and the section that a help button names', async () => {
  await open('#orgs-count')
  expect(text()).toContain('每天凌晨统计')
  expect(document.activeElement!.id).toBe('orgs-count')
})

it('opens another section of the handbook without reloading the page', async () => {
  await open('#orgs')
  await act(async () => {
    history.replaceState(null, '', '/help#忘记密码')
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  })
  expect(text()).toContain('用手机号收取验证码')
})

it('starts with the contents when the anchor of the address does not exist', async () => {
  await open('#nothing')
  expect(document.querySelector('[data-reading]')).toBeNull()
  const links = [...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['#sign-in', '#忘记密码', '#orgs', '#orgs-count'])
})

it('searches the texts of all chapters', async () => {
  await open('')
  const field = document.querySelector<HTMLInputElement>('[aria-label=搜索帮助]')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '凌晨')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(document.querySelector('[role=status] a')!.getAttribute('href')).toBe('#orgs-count')
})
