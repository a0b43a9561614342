import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import {
  BIN,
  isOurPath,
  MARKER,
  measured,
  MissingBytes,
  type Storage,
  type StorageEnv,
  type Stored,
} from './storage.ts'

/** Part size of multipart uploads; memory holds two parts. */
const PART_BYTES = 8 * 1024 * 1024

/** Objects of one bucket of Amazon S3 or a compatible server (MinIO, Ceph, Alibaba Cloud OSS). */
export function openS3(env: StorageEnv & { S3_BUCKET: string }): Storage {
  const Bucket = env.S3_BUCKET
  const client = new S3Client({
    region: env.S3_REGION,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT } : {}),
    ...(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
      ? { credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY } }
      : {}),
    // Other servers than Amazon's do not support trailing checksums; the parts' own hashes remain.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const remove = async (Key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key }))
  }
  /**
   * S3 has no move. An interrupted move leaves the object in both places and is repeated. Another process may already
   * have moved it.
   */
  const move = async (from: string, Key: string) => {
    try {
      await client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${from}` }))
    } catch (error) {
      if (isMissing(error)) return
      throw error
    }
    await remove(from)
  }
  return {
    async write(path, content) {
      const { bytes, written } = measured(content)
      // The client aborts an interrupted upload, so that no stored parts are billed.
      const upload = new Upload({
        client,
        params: { Bucket, Key: path, Body: bytes },
        partSize: PART_BYTES,
        queueSize: 1,
        leavePartsOnError: false,
      })
      await upload.done()
      return written()
    },
    async read(path, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket, Key: path, Range }))
        .catch((cause: unknown) => {
          throw isMissing(cause) ? new MissingBytes(path, { cause }) : cause
        })
      if (!(Body instanceof Readable)) throw new MissingBytes(path)
      return Body
    },
    async has(path) {
      return client.send(new HeadObjectCommand({ Bucket, Key: path })).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false
          throw error
        },
      )
    },
    remove,
    // Names that begin with a dot sort before all of ours.
    list: (after = '/') => objectsOf(client, { Bucket, StartAfter: after }),
    // An interrupted upload never becomes an object; a lifecycle rule removes its parts (docs/operations.md).
    removeUnfinished: async () => {},
    bin: {
      take: (path) => move(path, `${BIN}/${path}`),
      putBack: (path) => move(`${BIN}/${path}`, path),
      remove: (path) => remove(`${BIN}/${path}`),
      list: (after = '') => objectsOf(client, { Bucket, Prefix: `${BIN}/`, StartAfter: `${BIN}/${after}` }),
    },
    marker: {
      async read() {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: MARKER }))
          return Body instanceof Readable ? await text(Body) : null
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      },
      async create(line) {
        const marker = { Bucket, Key: MARKER, Body: line }
        // Servers without conditional writes ignore this header; therefore the caller reads the marker again.
        await client.send(new PutObjectCommand({ ...marker, IfNoneMatch: '*' })).catch((error: unknown) => {
          if (!(error instanceof S3ServiceException && TAKEN.has(error.$metadata.httpStatusCode))) throw error
        })
      },
      async replace(line) {
        await client.send(new PutObjectCommand({ Bucket, Key: MARKER, Body: line }))
      },
    },
  }
}

/** It already exists, or another process is creating it now. */
const TAKEN = new Set<number | undefined>([409, 412])

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException &&
  (error.name === 'NoSuchKey' || error.$metadata.httpStatusCode === 404)

type Listing = { Bucket: string; StartAfter: string; Prefix?: string }

async function* objectsOf(client: S3Client, listing: Listing): AsyncIterable<Stored> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, listing))
    for (const { Key = '', LastModified } of Contents) {
      const path = Key.slice(listing.Prefix?.length ?? 0)
      if (LastModified && isOurPath(path)) yield { path, modifiedAt: LastModified }
    }
}
