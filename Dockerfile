# A card room in a container: `make image`, or `make site` and then `docker build --tag croupier .`
# What is installed is requirements.lock, every file by its hash, and this source; docs/run/container.md says the rest.
FROM python:3.12-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/croupier
WORKDIR /source
# The packages change seldom and take longest: a change of the source does not fetch them again.
COPY requirements.lock ./
RUN /opt/croupier/bin/pip install --require-hashes -r requirements.lock
COPY pyproject.toml MANIFEST.in README.md LICENSE ./
COPY src ./src
RUN /opt/croupier/bin/pip install --no-deps --no-build-isolation .
RUN /opt/croupier/bin/croupier version

FROM python:3.12-slim

RUN useradd --system --uid 10001 --user-group --create-home --home-dir /var/lib/croupier --shell /usr/sbin/nologin croupier
COPY --from=build /opt/croupier /opt/croupier
# The record, its key, and the lab's compiled kernels lie in the one place that the room may write to.
ENV PATH=/opt/croupier/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    CROUPIER_DB=/var/lib/croupier/room.db \
    NUMBA_CACHE_DIR=/var/lib/croupier/cache \
    MPLCONFIGDIR=/var/lib/croupier/cache
USER 10001:10001
WORKDIR /var/lib/croupier
VOLUME /var/lib/croupier
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["croupier"]
CMD ["serve", "--host", "0.0.0.0", "--log", "info"]
