import { PhoneOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { hiddenPhoneText } from '../../contract.ts'
import { formatPhone } from '../post-text.ts'
import styles from './phone-number.module.css'

interface Props {
  phone: string
  /** The name of the owner, for screen readers. */
  of: string
  isHidden?: boolean
}

/** A number that can be called, or the text for a hidden one. */
export function PhoneNumber({ phone, of, isHidden = false }: Props) {
  if (isHidden) return <span className={styles['hidden']}>{hiddenPhoneText}</span>
  if (!phone) return '—'
  return (
    <a className={styles['number']} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
      <Glyph of={PhoneOutlined} />
      <span className={spoken['only']}>{`拨打${of} `}</span>
      {formatPhone(phone)}
    </a>
  )
}
