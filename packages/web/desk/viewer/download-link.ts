import type { MouseEvent } from 'react'
import type { ViewerItem } from './viewer-item.ts'

/** The props of a download link with the file name. */
export const getDownloadLinkProps = ({ name, url, downloadUrl, download }: ViewerItem) => ({
  href: downloadUrl ?? url,
  download: name,
  ...(download && {
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      download()
    },
  }),
})
