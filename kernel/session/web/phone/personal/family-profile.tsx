import { useState } from 'react'
import { setBigText, useBigText } from '#packages/web/core/big-text.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/light/button.tsx'
import { HelpIcon, LockIcon, PersonIcon } from '#packages/web/light/icons.tsx'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { LinkRow, LinkList, DetailRow, DetailList } from '#packages/web/light/row.tsx'
import { Switch } from '#packages/web/light/switch.tsx'
import { ThemeSwitch } from '#packages/web/light/theme-switch.tsx'
import { ErrorRecords } from '#packages/web/light/error-records.tsx'
import { getUserTypeLabel } from '#packages/web/core/user-type-label.ts'
import { chooseTheme } from './choose-theme.ts'
import styles from './profile.module.css'

const RecentSignIns = lazyComponent(() => import('./recent-sign-ins.tsx').then((loaded) => loaded.RecentSignIns))

/** The user's own settings, and sign-out. */
export default function FamilyProfile() {
  // On sign-out the name stays until the page has changed.
  const [user] = useState(() => useSession.getState().user)
  const isBig = useBigText()
  const [busy, setBusy] = useState(false)
  const signOutAndRedirect = async () => {
    setBusy(true)
    const { signOutTo } = await import('./sign-out.ts')
    await signOutTo('/userLogin')
  }
  if (!user) return null
  return (
    <>
      <DetailList>
        <DetailRow label="姓名">{user.realName}</DetailRow>
        <DetailRow label="身份">{getUserTypeLabel(user.userType)}</DetailRow>
        {user.orgName && <DetailRow label="学校">{user.orgName}</DetailRow>}
      </DetailList>
      <div className={styles['switch']}>
        <Switch label="大字" hint="文字更大，按钮更高" isOn={isBig} onChange={setBigText} />
        <ThemeSwitch onChoose={chooseTheme} />
      </div>
      <LinkList>
        <LinkRow icon={<PersonIcon />} label="更换头像" href="/studentMain/picture" />
        <LinkRow icon={<LockIcon />} label="修改密码" href="/studentMain/password" />
      </LinkList>
      <LinkList>
        <LinkRow icon={<HelpIcon />} label="帮助" href="/help#families" />
        <LinkRow icon={<ShieldIcon />} label="儿童个人信息保护规则" href="/policy/children" />
        <ErrorRecords />
      </LinkList>
      <RecentSignIns />
      <Button kind="plain" size="task" busy={busy && '正在退出…'} onClick={() => void signOutAndRedirect()}>
        退出
      </Button>
    </>
  )
}
