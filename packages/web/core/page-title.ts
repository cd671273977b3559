import { useEffect } from 'react'

export const productName = '区域教育数据应用管理中心'

export function usePageTitle(page: string) {
  useEffect(() => {
    document.title = `${page} - ${productName}`
  }, [page])
}
