import { useState } from 'react'
import { setBigText, useBigText } from '#packages/web/core/big-text.ts'
import type { SessionUser } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/light/button.tsx'
import { HelpIcon, LockIcon, PersonIcon } from '#packages/web/light/icons.tsx'
import { late } from '#packages/web/light/late.tsx'
import { ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { LinkRow, Links, Row, Rows } from '#packages/web/light/row.tsx'
import { Switch } from '#packages/web/light/switch.tsx'
import { ErrorRecords } from '../error-records.tsx'
import { kindOf } from './kind.ts'
import styles from './mine.module.css'

const RecentSignIns = late(() => import('./recent-sign-ins.tsx').then((loaded) => loaded.RecentSignIns))

/** What is about oneself, and the way out. */
export function Mine({ user }: { user: SessionUser }) {
  const isBig = useBigText()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    const { signOut } = await import('../../sign-out.ts')
    await signOut()
    location.replace('/userLogin')
  }
  return (
    <>
      <Rows>
        <Row label="姓名">{user.realName}</Row>
        <Row label="身份">{kindOf(user.userType)}</Row>
        {user.orgName && <Row label="学校">{user.orgName}</Row>}
      </Rows>
      <div className={styles['switch']}>
        <Switch label="大字" hint="文字更大，按钮更高" isOn={isBig} onChange={setBigText} />
      </div>
      <Links>
        <LinkRow icon={<PersonIcon />} label="更换头像" href="/studentMain/picture" />
        <LinkRow icon={<LockIcon />} label="修改密码" href="/studentMain/password" />
      </Links>
      <Links>
        <LinkRow icon={<HelpIcon />} label="帮助" href="/help#families" />
        <LinkRow icon={<ShieldIcon />} label="儿童个人信息保护规则" href="/policy/children" />
        <ErrorRecords />
      </Links>
      <RecentSignIns />
      <Button kind="plain" size="task" busy={busy && '正在退出…'} onClick={() => void leave()}>
        退出
      </Button>
    </>
  )
}
