import { useState } from 'react'
import { setBigText, useBigText } from '#packages/web/core/big-text.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/light/button.tsx'
import { HelpIcon, LockIcon, PersonIcon } from '#packages/web/light/icons.tsx'
import { BubbleIcon, SwapIcon } from '#packages/web/light/menu-icons.tsx'
import { ScreenIcon } from '#packages/web/light/more-icons.tsx'
import { LinkRow, LinkList, DetailRow, DetailList } from '#packages/web/light/row.tsx'
import { Switch } from '#packages/web/light/switch.tsx'
import { ThemeSwitch } from '#packages/web/light/theme-switch.tsx'
import { PencilIcon } from '#packages/web/light/part-icons.tsx'
import { ErrorRecords } from '#packages/web/light/error-records.tsx'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { chooseTheme } from './choose-theme.ts'
import styles from './profile.module.css'

const UnsentSheet = lazyComponent(() => import('./unsent-sheet.tsx').then((loaded) => loaded.UnsentSheet))

/** Whoever wants to sign out can, also when this cannot be loaded: what is unsent waits for the next sign-in. */
const countUnsentHere = () =>
  import('#packages/web/core/outbox/device-outbox.ts').then(({ countUnsent }) => countUnsent()).catch(() => 0)

/** The user's own settings, and sign-out. */
export default function StaffProfile() {
  // On sign-out the name stays until the page has changed.
  const [user] = useState(() => useSession.getState().user)
  const isBig = useBigText()
  const [busy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const signOutAndRedirect = async () => {
    setBusy(true)
    const { signOutTo } = await import('./sign-out.ts')
    await signOutTo('/login')
  }
  const askAndSignOut = async () => {
    setBusy(true)
    const count = await countUnsentHere()
    if (count === 0) return signOutAndRedirect()
    setUnsent(count)
    setBusy(false)
  }
  const signOutWithUnsent = async (isDeleting: boolean) => {
    setUnsent(0)
    setBusy(true)
    const { removeUnsent } = await import('#packages/web/core/outbox/device-outbox.ts')
    if (isDeleting) await removeUnsent()
    await signOutAndRedirect()
  }
  if (!user) return null
  return (
    <>
      <DetailList>
        <DetailRow label="姓名">{user.realName}</DetailRow>
        <DetailRow label="单位">{user.orgName}</DetailRow>
      </DetailList>
      <LinkList>
        <LinkRow icon={<PersonIcon />} label="个人信息" href="/personal/info" />
        <LinkRow icon={<LockIcon />} label="修改密码" href="/personal/password" />
        <LinkRow icon={<ScreenIcon />} label="登录设备" href="/personal/devices" />
        <LinkRow icon={<PencilIcon />} label="审批设置" href="/personal/approvals" />
        {user.switchoverOrg === 1 && <LinkRow icon={<SwapIcon />} label="切换学校" href="/staffMain/switch" />}
      </LinkList>
      <div className={styles['switch']}>
        <Switch label="大字" hint="文字更大，按钮更高" isOn={isBig} onChange={setBigText} />
        <ThemeSwitch onChoose={chooseTheme} />
      </div>
      <LinkList>
        <LinkRow icon={<HelpIcon />} label="帮助" href="/help#phone-home" />
        <LinkRow icon={<BubbleIcon />} label="问题反馈" href="/support" />
        <ErrorRecords />
      </LinkList>
      <Button kind="plain" size="task" busy={busy && '正在退出…'} onClick={() => void askAndSignOut()}>
        退出
      </Button>
      {unsent > 0 && (
        <UnsentSheet
          count={unsent}
          onSignOut={(isDeleting) => void signOutWithUnsent(isDeleting)}
          onClose={() => setUnsent(0)}
        />
      )}
    </>
  )
}
