import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { measured, MissingBytes, type Storage, type StorageEnv, type Stored } from './storage.ts'

/** Of what is sent in several parts; memory holds two of them. */
const PART_BYTES = 8 * 1024 * 1024

/** Objects of one bucket of Amazon S3 or a server that speaks its language (MinIO, Ceph, Alibaba Cloud OSS). */
export function openS3(env: StorageEnv & { S3_BUCKET: string }): Storage {
  const Bucket = env.S3_BUCKET
  const client = new S3Client({
    region: env.S3_REGION,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT } : {}),
    ...(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
      ? { credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY } }
      : {}),
    // Servers other than Amazon's know no trailing checksums; the parts' own hashes stay.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    async write(path, content) {
      const { bytes, written } = measured(content)
      // What breaks off is aborted by the client, so that no part is left to be paid for.
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
    async remove(path) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: path }))
    },
    list: () => objectsOf(client, Bucket),
  }
}

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException &&
  (error.name === 'NoSuchKey' || error.$metadata.httpStatusCode === 404)

async function* objectsOf(client: S3Client, Bucket: string): AsyncIterable<Stored> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
    for (const { Key, LastModified } of Contents)
      if (Key !== undefined && LastModified) yield { path: Key, modifiedAt: LastModified }
}
