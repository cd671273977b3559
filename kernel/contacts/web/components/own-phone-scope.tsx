import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { contactScopes } from '../../contract.ts'
import { contactSettingQuery } from '../queries.ts'
import styles from './own-phone-scope.module.css'

/** Shows who sees the caller's own number. */
export function OwnPhoneScope() {
  const { data } = useQuery(contactSettingQuery)
  if (!data) return null
  return (
    <span className={styles['line']}>
      {`我的手机号：${contactScopes[data.scope].title}${data.scope === 'nobody' ? '' : '可见'}`}
      <Link to="/directory/settings">修改</Link>
      <Link to="/directory/groups">管理群组</Link>
    </span>
  )
}
