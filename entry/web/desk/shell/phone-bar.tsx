import { LeftOutlined, MenuOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
import { useBigText } from '#packages/web/core/big-text.ts'
import { Logo } from '#packages/web/core/logo.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { OrgControl } from './org-control.tsx'
import { isRootPage, type PageLocation } from './page-location.ts'
import { SearchButton } from './search-button.tsx'
import { BigTextButton, HelpLink } from './top-bar.tsx'
import styles from './phone-bar.module.css'

interface Props {
  pageLocation: PageLocation | undefined
  path: string
  onMenu: () => void
}

/** The top bar of a phone: the organisation on root pages, and the page name elsewhere. */
export function PhoneBar({ pageLocation, path, onMenu }: Props) {
  const isBig = useBigText()
  if (path.startsWith('/dataCentre')) {
    return (
      <header className={styles['bar']}>
        {isBig && <Logo size={40} />}
        <div className={styles['org']}>
          <OrgControl />
        </div>
        {!isBig && <SearchButton />}
        {!isBig && <BigTextButton />}
        <HelpLink help={pageLocation?.help ?? ''} />
        {isBig && <BigTextButton />}
      </header>
    )
  }
  return (
    <header className={styles['bar']}>
      {isRootPage(path) && !isBig ? <span className={styles['side']} /> : <Back isRoot={isRootPage(path)} />}
      <Name pageLocation={pageLocation} />
      {isBig ? (
        <BigTextButton />
      ) : (
        <button type="button" className={styles['side']} aria-label="打开菜单" onClick={onMenu}>
          <Glyph of={MenuOutlined} />
        </button>
      )}
    </header>
  )
}

/** A refused or missing page has its own heading. */
function Name({ pageLocation }: { pageLocation: PageLocation | undefined }) {
  const hasOwn = !pageLocation || pageLocation.tag.path === '/401'
  if (hasOwn) return <div className={styles['name']}>{pageLocation?.title}</div>
  return <h1 className={styles['name']}>{pageLocation.title}</h1>
}

const isFromPhoneHome = () => document.referrer.startsWith(`${location.origin}/staffMain/`)

/** Goes to the previous page, or home for users who came from outside. */
function Back({ isRoot }: { isRoot: boolean }) {
  const navigate = useNavigate()
  if (isRoot) return <Logo size={40} />
  const back = () => {
    const hasBefore = ((history.state as { idx?: number } | null)?.idx ?? 0) > 0
    if (hasBefore) return void navigate(-1)
    // Users who came from the phone's home return to the tab and scroll position they left.
    if (isFromPhoneHome()) return history.back()
    void navigate('/')
  }
  return (
    <button type="button" className={styles['side']} aria-label="返回" onClick={back}>
      <Glyph of={LeftOutlined} />
    </button>
  )
}
