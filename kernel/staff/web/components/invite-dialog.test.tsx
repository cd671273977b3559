import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { ToastProvider } from '#packages/web/desk/toast.tsx'
import { staffApi } from '../../contract.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { NewcomerPanel } from './newcomer-panel.tsx'
import { ResetDialog } from './reset-dialog.tsx'

const ids = ['01a05a43-fc00-7000-8001-000000000001', '01a05a43-fc00-7000-8001-000000000002'] as const
const opened = '01a05a43-fc00-7000-8001-000000000003'
const person = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  departmentName: '语文组',
  mobile: '138****0001',
  invitedUntil: null,
  obstacle: '',
  sms: '',
  dingtalk: '未接入钉钉',
  ...more,
})

let served: ReturnType<typeof createTestPage>
const onClose = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  served = createTestPage({
    [staffApi.invitePreview.path]: () => [
      person(ids[0], '顾晓晴'),
      person(ids[1], '罗海燕', { mobile: '', sms: '没有登记手机号' }),
      person(opened, '叶文博', { obstacle: '已开通账号' }),
    ],
    [staffApi.sendInvitations.path]: () => [{ id: ids[0], name: '顾晓晴', reason: '手机号不正确' }],
    [staffApi.invite.path]: () => [
      { id: ids[0], name: '顾晓晴', orgName: '实验学校', token: '1.first' },
      { id: ids[1], name: '罗海燕', orgName: '实验学校', token: '1.second' },
    ],
    [staffApi.resetPasswordBySms.path]: () => ({ sentTo: '138****0001' }),
    [staffApi.roleChoices.path]: () => [{ id: ids[1], name: '任课教师', about: '查看任教班级的学生' }],
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const bodies = (path: string) => served.callsTo(path).map(({ body }) => body)

it('previews recipients and obstacles, and sends to the reachable people', async () => {
  await served.show(<InviteDialog ids={[...ids, opened]} onClose={onClose} />)
  await settle(100)
  expect(getPageText()).toContain('将邀请 2 人，1 人不能邀请')
  expect(getPageText()).toContain('短信：没有登记手机号')
  expect(getPageText()).toContain('已开通账号')
  await click(getButton('发短信（1 人）'))
  await settle(100)
  expect(bodies(staffApi.sendInvitations.path)).toEqual([{ ids: [ids[0]], channel: 'sms' }])
  expect(getPageText()).toContain('已发送 0 人')
  expect(getPageText()).toContain('顾晓晴未发送：手机号不正确')
})

it('shows a QR code for each person and prints a slip for each', async () => {
  await served.show(<InviteDialog ids={[...ids, opened]} onClose={onClose} />)
  await settle(100)
  await click(getButton('二维码和邀请单'))
  await settle(100)
  expect(bodies(staffApi.invite.path)).toEqual([{ ids: [...ids] }])
  expect(getPageText()).toContain('让顾老师扫一扫')
  await click(getButton('罗海燕'))
  expect(getPageText()).toContain('让罗老师扫一扫')
  const slips = document.querySelectorAll('[data-sheet] section')
  expect([...slips].map((slip) => slip.textContent)).toEqual([
    expect.stringContaining('实验学校顾晓晴'),
    expect.stringContaining('实验学校罗海燕'),
  ])
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  await click(getButton('打印邀请单'))
  expect(print).toHaveBeenCalled()
})

it('shows the result and the next steps after adding somebody', async () => {
  const newcomer = {
    id: ids[0],
    name: '顾晓晴',
    orgId: opened,
    roleIds: [ids[1]],
    hasMobile: true,
    invited: { id: ids[0], name: '顾晓晴', orgName: '实验学校', link: 'http://x/login#invite=1.first' },
    refusal: undefined,
  }
  await served.show(
    <ToastProvider>
      <PermissionContext value={new Set(['user.reset', 'teaching.edit'])}>
        <NewcomerPanel newcomer={newcomer} onClose={onClose} />
      </PermissionContext>
    </ToastProvider>,
  )
  await settle(100)
  for (const text of ['顾晓晴已建好', '角色：任课教师', '让顾老师扫一扫', '安排任课'])
    expect(getPageText()).toContain(text)
  // She may edit assignments but not classes.
  expect(getPageText()).not.toContain('设班主任')
  await click(getButton('发短信'))
  await settle(100)
  expect(getPageText()).toContain('手机号不正确')
})

it('sends a new password to the mobile on file without showing it', async () => {
  await served.show(<ResetDialog row={{ id: ids[0], name: '顾晓晴', mobile: '138****0001' }} onClose={onClose} />)
  await click(getButton('重置并发短信'))
  await settle(100)
  expect(bodies(staffApi.resetPasswordBySms.path)).toEqual([{ id: ids[0] }])
  expect(getPageText()).toContain('新密码已发送到 138****0001')
})
