using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;
using Tests.Compilation;

namespace Tests.Builders.Conformance;

/// <summary>
/// The process's only handler of unhandled exceptions. It asks the scenarios whether they let an exception escape on purpose.
/// </summary>
public static class UnhandledExceptions
{
    private static readonly ConcurrentBag<Func<Exception, bool>> s_claimants = [];

#if NET10_0_OR_GREATER
    static UnhandledExceptions() => ExceptionHandling.SetUnhandledExceptionHandler(exception => s_claimants.Any(claim => claim(exception)));
#endif

    /// <summary>Whether a handler of unhandled exceptions can be set. This needs .NET 10.</summary>
    public static bool CanBeHandled => References.Current == "net10.0";

    public static void Offer(Func<Exception, bool> claim) => s_claimants.Add(claim);
}
