import { FontSizeOutlined, QuestionCircleOutlined, RightOutlined } from '@ant-design/icons'
import { setBigText, useBigText } from '#packages/web/core/big-text.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { ThemeSwitch } from '#packages/web/light/theme-switch.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { chooseTheme } from '../../save-theme.ts'
import { OwnAvatar } from '../shell/own-avatar.tsx'
import { useUserItems } from '../shell/user-items.ts'
import styles from './my-page.module.css'

/** /personal: the user menu as a page, for phones. */
export default function MyPage() {
  const user = useSession((session) => session.user)
  const isBig = useBigText()
  const isPhone = usePhone()
  const items = useUserItems({ withConfig: true, withSwitching: true, withTasks: isPhone || isBig })
  const out = items.at(-1)
  return (
    <div className={styles['page']}>
      {!isPhone && <h1 className={styles['title']}>我的</h1>}
      <div className={styles['who']}>
        <OwnAvatar size={80} />
        <p>
          <strong className={styles['name']}>{user?.realName}</strong>
          <span className={styles['org']}>{user?.orgName}</span>
        </p>
      </div>
      <ul className={styles['list']}>
        {items.slice(0, -1).map(({ key, label, icon, onSelect }) => (
          <Row key={key} label={label} icon={icon} onSelect={onSelect} />
        ))}
        <Row label={isBig ? '退出大字' : '大字'} icon={FontSizeOutlined} onSelect={() => setBigText(!isBig)} />
        <li className={styles['theme']}>
          <ThemeSwitch onChoose={chooseTheme} />
        </li>
        <Row
          label="帮助"
          icon={QuestionCircleOutlined}
          onSelect={() => window.open('/help#personal', '_blank', 'noopener')}
        />
      </ul>
      {out && (
        <button type="button" className={styles['out']} onClick={out.onSelect}>
          {out.label}
        </button>
      )}
    </div>
  )
}

const Row = ({ label, icon, onSelect }: { label: string; icon: Icon; onSelect: () => void }) => (
  <li>
    <button type="button" className={styles['row']} onClick={onSelect}>
      <Glyph of={icon} />
      <span>{label}</span>
      <Glyph of={RightOutlined} className={styles['arrow']!} />
    </button>
  </li>
)
