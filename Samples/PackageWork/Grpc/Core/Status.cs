namespace Grpc.Core;

public enum StatusCode
{
    OK,
    Cancelled,
    Unknown,
    InvalidArgument,
    DeadlineExceeded,
    NotFound,
    AlreadyExists,
    PermissionDenied,
    ResourceExhausted,
    FailedPrecondition,
    Aborted,
    OutOfRange,
    Unimplemented,
    Internal,
    Unavailable,
    DataLoss,
    Unauthenticated,
}

/// <summary>The outcome of a call.</summary>
public readonly struct Status(StatusCode statusCode, string detail, Exception? debugException)
{
    public static readonly Status DefaultSuccess = new(StatusCode.OK, "");

    public static readonly Status DefaultCancelled = new(StatusCode.Cancelled, "");

    public Status(StatusCode statusCode, string detail)
        : this(statusCode, detail, null)
    {
    }

    public StatusCode StatusCode => statusCode;

    public string Detail => detail;

    public Exception? DebugException => debugException;

    /// <summary>Includes the exception behind the status, with its stack, so that a failed work shows where the failure came from.</summary>
    public override string ToString() =>
        DebugException is null ? $"Status(StatusCode=\"{StatusCode}\", Detail=\"{Detail}\")" : $"Status(StatusCode=\"{StatusCode}\", Detail=\"{Detail}\", DebugException=\"{DebugException}\")";
}

public class RpcException(Status status, Metadata trailers, string message) : Exception(message)
{
    public RpcException(Status status)
        : this(status, Metadata.Empty)
    {
    }

    public RpcException(Status status, Metadata trailers)
        : this(status, trailers, status.ToString())
    {
    }

    public Status Status => status;

    public StatusCode StatusCode => status.StatusCode;

    public Metadata Trailers => trailers;
}
