import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startSession, useSession } from '#packages/web/core/session.ts'
import PicturePage from './picture-page.tsx'

let root: Root
let sent: File[]
let answer: { ret: number; msg: string }

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  sent = []
  answer = { ret: 1, msg: '' }
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push((body as FormData).get('file') as File)
    return Response.json({ ...answer, data: null })
  })
  const who = { userId: 'u', realName: '潘小满', userType: 2, orgId: 'o', orgName: '云禾区文澜小学', orgType: 1 }
  startSession({ ...who, token: '1.abc' })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<PicturePage />))
})
afterEach(() => act(() => root.unmount()))

const choose = (file: File) =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    Object.defineProperty(input, 'files', { value: [file], configurable: true })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
const save = () =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '保存')!.click())
const text = () => document.body.textContent

it('uploads a picture that a guardian has chosen, and remembers that there is one', async () => {
  await choose(new File(['x'], 'me.png', { type: 'image/png' }))
  await save()
  await vi.waitFor(() => expect(text()).toContain('头像已保存'))
  expect(sent.map(({ name, type }) => `${name} ${type}`)).toEqual(['me.png image/png'])
  expect(useSession.getState().user?.avatar).toBe('/api/users/avatar')
})

it('accepts only JPEG and PNG under 1 MB', async () => {
  await choose(new File(['x'], 'me.gif', { type: 'image/gif' }))
  expect(text()).toContain('上传头像图片只能是 JPG 或 PNG 格式!')
  await choose(new File([new Uint8Array(1024 * 1024 + 1)], 'me.jpg', { type: 'image/jpeg' }))
  expect(text()).toContain('上传头像图片大小不能超过 1MB!')
  await save()
  expect(sent).toEqual([])
})

it("shows the server's refusal", async () => {
  answer = { ret: 0, msg: '暂时不能上传' }
  await choose(new File(['x'], 'me.png', { type: 'image/png' }))
  await save()
  await vi.waitFor(() => expect(document.querySelector('[role=status]')?.textContent).toBe('暂时不能上传'))
})
