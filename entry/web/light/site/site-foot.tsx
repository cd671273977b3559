import { browsersHelp, icpRegister, policies } from './site-links.ts'
import { useAbout } from './use-about.ts'
import styles from './site-foot.module.css'

const outside = { target: '_blank', rel: 'noreferrer' }

/** The contact, the policies, and the filing numbers. Values that are not configured are left out. */
export function SiteFoot() {
  const { icp, policeFiling, policeUrl, helpPhone } = useAbout()
  return (
    <ul className={styles['foot']}>
      {helpPhone && (
        <li>
          <a href={`tel:${toDialNumber(helpPhone)}`}>服务热线 {helpPhone}</a>
        </li>
      )}
      {policies.map(({ name, title }) => (
        <li key={name}>
          <a href={`/policy/${name}`}>{title}</a>
        </li>
      ))}
      <li>
        <a href={browsersHelp}>浏览器要求</a>
      </li>
      {icp && (
        <li>
          <a href={icpRegister} {...outside}>
            {icp}
          </a>
        </li>
      )}
      {policeFiling && (
        <li>
          {policeUrl ? (
            <a href={policeUrl} {...outside}>
              {policeFiling}
            </a>
          ) : (
            policeFiling
          )}
        </li>
      )}
    </ul>
  )
}

/** 0571-8800 0000（工作日 8:00—17:30） is dialled without its text. */
export const toDialNumber = (phone: string) => phone.replace(/[（(].*$/, '').replace(/[^\d+]/g, '')
