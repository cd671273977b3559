import { CheckOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { Link } from 'react-router'
import { formatDateTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { getDeviceIcon } from '#packages/web/desk/device-icon.ts'
import dots from '#packages/web/desk/dot-separated.module.css'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { SignIn } from '../../contract.ts'
import { mySignInsQuery } from '../sign-in-queries.ts'
import { isUnusualSignIn } from './unusual-sign-in.ts'
import styles from './sign-ins-card.module.css'

/** Recent sign-ins of the user, so that she can notice strange ones. */
export default function SignInsCard() {
  return (
    <Card
      reading={mySignInsQuery}
      meta={() => <Link to="/personal/password">非本人操作？修改密码</Link>}
      skeleton={<Skeleton />}
      emptyState={(signIns) =>
        signIns.length === 0
          ? { kind: 'empty', title: '还没有登录记录', text: '下次登录后，这里会显示时间、方式和设备。' }
          : undefined
      }
      readAloudText={getSpokenSummary}
    >
      {(signIns) => (
        <ul>
          {signIns.map((signIn, at) => (
            <Row key={signIn.at} signIn={signIn} isUnusual={isUnusualSignIn(signIns, at)} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row({
  signIn: { at, signInMethod, device, network, isHere },
  isUnusual: isOdd,
}: {
  signIn: SignIn
  isUnusual: boolean
}) {
  return (
    <li className={styles['row']}>
      <span className={styles['icon']}>
        <Glyph of={getDeviceIcon(device)} />
      </span>
      <div className={styles['words']}>
        <p className={styles['device']}>
          {device}
          <span className={styles['mark']}>
            {isHere && (
              <StatusTag tone="success" icon={CheckOutlined} quiet>
                本次
              </StatusTag>
            )}
            {isOdd && (
              <StatusTag tone="warning" icon={ExclamationCircleFilled}>
                不常用
              </StatusTag>
            )}
          </span>
        </p>
        <p className={`${styles['facts']} ${dots['dotted']}`}>
          {[signInMethod, network].filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <time className={styles['time']} dateTime={at} title={formatDateTime(at)}>
        {formatTimeAgo(at)}
      </time>
    </li>
  )
}

const getSpokenSummary = (signIns: SignIn[]) =>
  signIns
    .map(({ at, signInMethod, device, network }) => `${formatTimeAgo(at)}，${signInMethod}，${device}，${network}。`)
    .join('')

const rows = [48, 36, 52, 40, 44]

const Skeleton = () => (
  <ul>
    {rows.map((width) => (
      <li key={width} className={styles['row']}>
        <span className={`${styles['icon']} ${styles['waiting']}`} />
        <div className={styles['words']}>
          <p className={styles['device']}>
            <SkeletonBar width={`${width}%`} />
          </p>
          <p className={styles['facts']}>
            <SkeletonBar width="24%" />
          </p>
        </div>
        <span className={styles['time']}>
          <SkeletonBar width="56px" />
        </span>
      </li>
    ))}
  </ul>
)
