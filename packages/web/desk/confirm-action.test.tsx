import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ComponentProps } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CallError } from '#packages/web/core/call-error.ts'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { Ret } from '#packages/core/ret.ts'
import { ConfirmAction } from './confirm-action.tsx'
import { click, createTestRoot, getAnnouncements, getButton, getPageText, pressKey } from './test-root.fixture.tsx'

let stage: ReturnType<typeof createTestRoot>
let log: string[]
let answer: PromiseWithResolvers<void>
beforeEach(() => {
  stage = createTestRoot()
  log = []
  answer = Promise.withResolvers()
})
afterEach(() => stage.close())

const client = createQueryClient()
const open = ({ children, ...props }: Partial<ComponentProps<typeof ConfirmAction>> = {}) =>
  stage.show(
    <QueryClientProvider client={client}>
      <ConfirmAction
        title="删除角色：教务员"
        submitLabel="删除"
        isDanger
        submit={() => {
          log.push('submit')
          return answer.promise
        }}
        done="已删除"
        queryKey={['roles']}
        onClose={() => log.push('close')}
        {...props}
      >
        {children ?? <p>将删除 1 个角色。</p>}
      </ConfirmAction>
    </QueryClientProvider>,
  )

it('focuses the answer that changes nothing, runs once, reloads, and closes afterwards', async () => {
  client.setQueryData(['roles'], [])
  await open()
  expect(document.activeElement).toBe(getButton('取消'))
  await click(getButton('删除'))
  await click(getButton('删除'))
  expect(log).toEqual(['submit'])
  // Escape must not close it while the action is in progress.
  await pressKey('Escape')
  expect([getButton('取消').disabled, getButton('关闭').disabled]).toEqual([true, true])
  expect(log).toEqual(['submit'])
  await act(async () => answer.resolve())
  expect(log).toEqual(['submit', 'close'])
  expect(getPageText()).toContain('已删除')
  expect(client.getQueryState(['roles'])?.isInvalidated).toBe(true)
})

it('shows a refusal in the dialog, which stays open for another try', async () => {
  await open()
  await click(getButton('删除'))
  await act(async () => answer.reject(new CallError({ ret: Ret.refused, msg: '角色已分配给 2 人', status: 200 })))
  expect(getAnnouncements('alert')).toBe('角色已分配给 2 人')
  answer = Promise.withResolvers()
  await click(getButton('删除'))
  expect(getAnnouncements('alert')).toBe('')
  expect(log).toEqual(['submit', 'submit'])
})

it('cannot be confirmed while there is an obstacle, which it shows', async () => {
  await open({ obstacle: '此角色已分配给 2 人', alternative: { label: '停用', submit: () => log.push('disable') } })
  expect(getAnnouncements('alert')).toBe('此角色已分配给 2 人')
  expect([getButton('删除').disabled, getButton('停用').disabled]).toEqual([true, true])
})

it('offers a second way and a step back, and leaves the rest to the caller', async () => {
  await open({
    cancelLabel: '上一步',
    onCancel: () => log.push('back'),
    alternative: { label: '停用', submit: () => log.push('disable') },
    onSent: () => log.push('sent'),
  })
  await click(getButton('上一步'))
  await click(getButton('停用'))
  expect(log).toEqual(['back', 'disable', 'sent'])
})

it('confirms by Enter in a field', async () => {
  await open({ hasFields: true, children: <input aria-label="名称" data-first="" /> })
  expect(document.activeElement).toBe(document.querySelector('input'))
  const form = document.querySelector('form')!
  expect(getButton('删除').form).toBe(form)
  await act(async () => form.requestSubmit())
  expect(log).toEqual(['submit'])
})
