import { usePhone } from './use-phone.ts'
import styles from './initials-avatar.module.css'

/** A person without a picture: the surname where it is small, the given name where there is room. */
export function InitialsAvatar({ name, size }: { name: string; size: 'row' | 'head' }) {
  const isPhone = usePhone()
  return (
    <span className={`${styles['face']} ${styles[size]}`} aria-hidden="true">
      {size === 'head' || isPhone ? name.slice(-2) : name.slice(0, 1)}
    </span>
  )
}
