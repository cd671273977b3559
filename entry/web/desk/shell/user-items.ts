import {
  AuditOutlined,
  CommentOutlined,
  ContactsOutlined,
  DisconnectOutlined,
  FileTextOutlined,
  IdcardOutlined,
  LaptopOutlined,
  LockOutlined,
  LogoutOutlined,
  SettingOutlined,
  SwapOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import { useLocation, useNavigate, useRouteLoaderData } from 'react-router'
import { useSession } from '#packages/web/core/session.ts'
import type { Icon } from '#packages/web/desk/glyph.tsx'
import type { loadShell } from '../route-guards.ts'
import { signOutToLogin } from '../menu.ts'
import { showSwitchDialog } from '../switching/switch-dialog-host.tsx'
import { barUrls, personalUrls } from '../shell-urls.ts'
import { showLayer } from './layers.tsx'

export interface UserItem {
  key: string
  label: string
  icon: Icon
  onSelect: () => void
}

interface UserItemOptions {
  /** Where the bar has no room for it. */
  withConfig: boolean
  withSwitching: boolean
  /** Where the bar has no room for them. */
  withTasks: boolean
}

/** The entries of the user menu. */
export function useUserItems({ withConfig, withSwitching, withTasks }: UserItemOptions): UserItem[] {
  const user = useSession((session) => session.user)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const settings = useSystemSettings()
  const go = (url: string) => () => void navigate(url)
  const items = [
    withSwitching && user?.switchoverOrg === 1 && item('switch', '切换学校', SwapOutlined, showSwitchDialog),
    withConfig && settings !== undefined && item('config', '系统设置', SettingOutlined, go(settings)),
    withTasks && item('tasks', '后台任务', ThunderboltOutlined, go(barUrls.tasks)),
    withTasks && item('directory', '通讯录', ContactsOutlined, go(barUrls.directory)),
    item('info', '个人信息', IdcardOutlined, go(personalUrls.info)),
    item('password', '修改密码', LockOutlined, go(personalUrls.password)),
    item('devices', '登录设备', LaptopOutlined, go(personalUrls.devices)),
    item('approvals', '审批设置', AuditOutlined, go(personalUrls.approvals)),
    item('support', '问题反馈', CommentOutlined, () => void navigate(`${barUrls.support}?from=${pathname}`)),
    item('log', '异常记录', FileTextOutlined, () => showLayer('log')),
    user?.isBound === true && item('unbind', '解除钉钉绑定', DisconnectOutlined, () => showLayer('unbind')),
    item('out', '退出登录', LogoutOutlined, () => void askAndSignOut()),
  ]
  return items.filter((one) => one !== false)
}

/** What has not reached the server yet, a roll for example: then the user decides about it first. */
async function askAndSignOut() {
  const count = await import('#packages/web/core/outbox/device-outbox.ts').then(
    ({ countUnsent }) => countUnsent(),
    // Without a network its code may be missing: then nothing was written on this page either.
    () => 0,
  )
  if (count > 0) showLayer('unsent')
  else await signOutToLogin()
}

const item = (key: string, label: string, icon: Icon, onSelect: () => void): UserItem => ({
  key,
  label,
  icon,
  onSelect,
})

/** 组织设置, or the first page beside it, for users who have settings. */
export function useSystemSettings(): string | undefined {
  const { menu } = useRouteLoaderData<typeof loadShell>('shell')!
  const pages = menu.find(({ url }) => url === '/systemSet')?.children ?? []
  return (pages.find(({ url }) => url === '/systemSet/Setting') ?? pages[0])?.url
}
