import { Link } from 'react-router'
import { appCategories } from '#packages/contract'
import type { CentreTile } from '../../contract.ts'
import AccessSheet from './access-sheet.tsx'
import { AppIcon } from './app-icon.tsx'
import styles from './app-sheet.module.css'

interface Props {
  app: CentreTile
  /** Whether the caller may open applications without a request. */
  mayGrant: boolean
  onClose: () => void
}

const states: Readonly<Record<CentreTile['state'], string>> = {
  mine: '',
  others: '未对您开放',
  closed: '本单位未开通',
  requested: '申请中',
}

const getGrantUrl = (key: string) => `/systemSet/AppAuthorize?app=${encodeURIComponent(key)}`

/** An application that the caller may not open: what it is, who can use it, and how to get it. */
export default function AppSheet({ app, mayGrant, onClose }: Props) {
  const { key, name, edition, about, logo, category, state } = app
  return (
    <AccessSheet
      accessTarget={{ kind: 'application', target: key }}
      name={edition ? `${name}（${edition}）` : name}
      lead={
        <div className={styles['lead']}>
          <AppIcon logo={logo} category={category} size={48} />
          <p className={styles['words']}>
            {about || name}
            <span className={styles['meta']}>
              {appCategories[category]}，{states[state]}
            </span>
          </p>
        </div>
      }
      way={
        mayGrant ? (
          <Link className={styles['way']!} to={getGrantUrl(key)} onClick={onClose}>
            去应用授权
          </Link>
        ) : undefined
      }
      onClose={onClose}
    />
  )
}
