import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { sessionApi } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { DeviceRow } from './device-row.tsx'
import { SignInFactors, useSignInFactors } from './sign-in-factors.tsx'
import styles from './devices-page.module.css'

// Rendered after the devices, so it is loaded on demand.
const SignIns = lazy(() => import('../components/sign-ins-card.tsx'))
const cardPlace = { id: 'sign-ins', title: '最近登录' }

/** /personal/devices: the devices on which this account is signed in, with a button to sign out each. */
export default function DevicesPage() {
  const isPhone = usePhone()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => call(sessionApi.devices, { signal }),
    staleTime: 0,
  })
  const factors = useSignInFactors()
  if (error && !data) return <PageState status="failed" error={error} onRetry={() => void refetch()} />

  const end = async (which: string, work: () => Promise<string>) => {
    setBusy(which)
    try {
      toast.success(await work())
      await refetch()
    } catch (refused) {
      toast.error(getErrorMessage(refused))
    } finally {
      setBusy('')
    }
  }
  const endOne = (id: string) =>
    end(id, async () => {
      await call(sessionApi.endDevice, { body: { id } })
      return '该设备已退出'
    })
  const endOthers = () => {
    setAsking(false)
    return end('others', async () => `已退出 ${(await call(sessionApi.endOtherDevices)).ended} 个设备`)
  }
  const hasOthers = data?.some(({ isCurrent }) => !isCurrent) ?? false
  return (
    <div className={styles['page']}>
      <div className={styles['line']}>
        {!isPhone && <h1 className={styles['title']}>登录设备</h1>}
        <span className={styles['note']}>不认识的设备，请退出并修改密码</span>
        {hasOthers && (
          <Button className={styles['all']!} loading={busy === 'others'} onClick={() => setAsking(true)}>
            退出其他全部设备
          </Button>
        )}
      </div>
      <ul className={styles['list']} aria-label="登录设备">
        {data ? (
          data.map((device) => (
            <DeviceRow key={device.id} device={device} busy={busy === device.id} onEnd={() => void endOne(device.id)} />
          ))
        ) : (
          <li>
            <SkeletonLines widths={[40, 56, 48]} />
          </li>
        )}
      </ul>
      {/* Rendered after the list has loaded, otherwise the list would push it down. */}
      {data && <SignInFactors data={factors.data} error={factors.error} refetch={factors.refetch} />}
      {data && (
        <div className={styles['recent']}>
          <CurrentCardContext value={cardPlace}>
            <Suspense fallback={null}>
              <SignIns />
            </Suspense>
          </CurrentCardContext>
        </div>
      )}
      {isAsking && <EndOthers onClose={() => setAsking(false)} onConfirm={() => void endOthers()} />}
    </div>
  )
}

function EndOthers({ onClose, onConfirm }: { onClose: () => void; onConfirm: () => void }) {
  return (
    <ConfirmAction title="退出其他全部设备" submitLabel="全部退出" isDanger submit={onConfirm} onClose={onClose}>
      <p>除当前设备外，其他设备都要重新登录。</p>
    </ConfirmAction>
  )
}
