import type { ReactNode } from 'react'
import { getStarPath } from '#packages/web/core/logo.tsx'
import { LockIcon, PhoneIcon } from '#packages/web/light/icons.tsx'
import { IdCardIcon, RecordIcon, ShieldIcon, TreeIcon } from '#packages/web/light/more-icons.tsx'
import styles from './sign-in-aside.module.css'

interface Line {
  icon: ReactNode
  title: string
  text: string
}

const promises: Line[] = [
  { icon: <TreeIcon />, title: '数据统一', text: '全区组织机构一处维护' },
  { icon: <ShieldIcon />, title: '权限分明', text: '只看到职责范围内的数据' },
  { icon: <RecordIcon />, title: '操作留痕', text: '每次修改都有记录' },
]

const families: Line[] = [
  { icon: <IdCardIcon />, title: '学生', text: '用账号单上的用户名登录' },
  { icon: <PhoneIcon />, title: '家长', text: '用登记的手机号登录' },
  { icon: <LockIcon />, title: '忘记密码', text: '学生请联系班主任重置；家长短信登录后可重设密码' },
]

/** Three facts beside a form: about the product, or how families sign in. */
export function SignInAside({ isForFamilies = false }: { isForFamilies?: boolean }) {
  return (
    <div className={styles['aside']}>
      <MorningPicture />
      <ul className={styles['promises']}>
        {(isForFamilies ? families : promises).map(({ icon, title, text }) => (
          <li key={title}>
            <span className={styles['icon']}>{icon}</span>
            <span>
              <strong>{title}</strong>
              <span>{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The morning star above a school, in the style of our empty states. */
function MorningPicture() {
  return (
    <svg width="192" height="128" viewBox="0 0 192 128" aria-hidden="true">
      <path className={styles['star']} d={getStarPath(96, 22, 18)} />
      <path className={styles['rays']} d="M64 22h8M120 22h8M74 6l4 3M118 6l-4 3M74 38l4-3M118 38l-4-3" />
      <path className={styles['wall']} d="M24 112V84h40V68l32-20 32 20v16h40v28" />
      <path className={styles['wall']} d="M64 84v28M128 84v28" />
      <circle className={styles['wall']} cx="96" cy="74" r="7" />
      <path className={styles['wall']} d="M96 70.5v4h3" />
      <path className={styles['wall']} d="M88 112V94h16v18" />
      <path
        className={styles['detail']}
        d="M34 94h6v6h-6zM48 94h6v6h-6zM138 94h6v6h-6zM152 94h6v6h-6zM73 92h6v6h-6zM113 92h6v6h-6z"
      />
      <path className={styles['ground']} d="M8 112h176" />
    </svg>
  )
}
