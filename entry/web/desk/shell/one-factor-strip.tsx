import { SafetyOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { useSession } from '#packages/web/core/session.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { personalUrls } from '../shell-urls.ts'
import styles from './visitor-strip.module.css'

/** Explains why parts of the menu are missing: they need two factors, and this session has one. */
export function OneFactorStrip() {
  const isWeak = useSession((session) => session.user?.isWeak)
  if (!isWeak) return null
  return (
    <div className={styles['strip']} role="region" aria-label="登录验证提示">
      <Glyph of={SafetyOutlined} />
      <span className={styles['words']}>本次登录只验证了一种方式，管理和查看完整信息的功能没有开放。</span>
      <Link className={styles['home']} to={personalUrls.devices}>
        设置验证方式
      </Link>
    </div>
  )
}
