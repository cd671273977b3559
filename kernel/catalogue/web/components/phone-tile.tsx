import type { CentreTile } from '../../contract.ts'
import { useNavigate } from 'react-router'
import { AppIcon } from './app-icon.tsx'
import { AppName } from './app-name.tsx'
import { grantAddress, type AppTile } from './app-tile.tsx'
import styles from './phone-tile.module.css'

const notes: Readonly<Record<CentreTile['state'], string>> = {
  ...{ mine: '', others: '部分人员可用', closed: '未开通', asked: '开通申请中' },
}

/** An application among the others on a phone: a picture, and its name below. What is closed is asked for by a touch. */
export function PhoneTile({ app, marks, acts }: Parameters<typeof AppTile>[0]) {
  const { key, name, edition, logo, category, state, isAdministrator } = app
  const navigate = useNavigate()
  const isMine = state === 'mine'
  const inside = (
    <>
      <AppIcon logo={logo} category={category} size={48} isOff={!isMine} />
      <span className={styles['name']}>
        <AppName name={name} edition={edition} marks={marks} />
      </span>
      {(!isMine || isAdministrator) && <span className={styles['note']}>{isMine ? '管理员' : notes[state]}</span>}
    </>
  )
  if (state === 'others' || state === 'asked') {
    return (
      <li className={styles['tile']} data-off="">
        {inside}
      </li>
    )
  }
  const press = () => {
    if (isMine) acts.open(key)
    else if (acts.mayGrant) void navigate(grantAddress(key))
    else acts.ask(app)
  }
  return (
    <li data-off={isMine ? undefined : ''}>
      <button type="button" className={styles['tile']} onClick={press}>
        {inside}
        {!isMine && <span className={styles['act']}>{acts.mayGrant ? '应用授权' : '申请开通'}</span>}
      </button>
    </li>
  )
}
