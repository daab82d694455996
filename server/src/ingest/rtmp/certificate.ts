/**
 * The certificate of RTMPS, from two PEM files. It is read again when they change, because certificates are renewed every few
 * weeks and a broadcast must not be cut off for it. While the new files do not fit together, the old certificate stays.
 */
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';

export interface CertificateFiles {
  certificate: string;
  key: string;
}

/** The files cannot be read, or do not fit together. */
class CertificateError extends Error {
  override name = 'CertificateError';
  readonly code: string;

  constructor(cause: NodeJS.ErrnoException) {
    super(cause.message, { cause });
    this.code = cause.code ?? cause.name;
  }
}

/** Looking at the files for every connection would be a load of its own. */
const lookEveryMs = 1_000;

export class Certificate {
  readonly #files: CertificateFiles;
  readonly #onError: (error: unknown) => void;
  #context: SecureContext;
  #version: string;
  #failedVersion: string | undefined;
  #lookedAtMs = performance.now();

  /** @throws CertificateError */
  constructor(files: CertificateFiles, onError: (error: unknown) => void) {
    this.#files = files;
    this.#onError = onError;
    try {
      this.#version = this.#versionOfFiles();
      this.#context = this.#read();
    } catch (error) {
      throw new CertificateError(error as NodeJS.ErrnoException);
    }
  }

  context(): SecureContext {
    const nowMs = performance.now();
    if (nowMs - this.#lookedAtMs < lookEveryMs) return this.#context;
    this.#lookedAtMs = nowMs;
    let version: string | undefined;
    try {
      version = this.#versionOfFiles();
      if (version === this.#version || version === this.#failedVersion) return this.#context;
      this.#context = this.#read();
      this.#version = version;
    } catch (error) {
      if (version === undefined || version !== this.#failedVersion) this.#onError(error);
      this.#failedVersion = version;
    }
    return this.#context;
  }

  #read(): SecureContext {
    const { certificate, key } = this.#files;
    return createSecureContext({
      cert: readFileSync(certificate),
      key: readFileSync(key),
      minVersion: 'TLSv1.2',
    });
  }

  #versionOfFiles(): string {
    const { certificate, key } = this.#files;
    return [certificate, key]
      .map((file) => statSync(file))
      .map(({ mtimeMs, ino, size }) => `${mtimeMs} ${ino} ${size}`)
      .join();
  }
}
