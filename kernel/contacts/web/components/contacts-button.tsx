import { ContactsOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import styles from './contacts-button.module.css'

/** 通讯录 in the top bar. */
export default function ContactsButton() {
  return (
    <Link className={styles['button']!} to="/directory" aria-label="通讯录" title="通讯录">
      <Glyph of={ContactsOutlined} />
    </Link>
  )
}
