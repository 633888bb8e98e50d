using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;

namespace Tests.Builders.Conformance;

/// <summary>
/// The process's handler of unhandled exceptions, of which there can be one: it lets the scenarios claim what they let escape on purpose.
/// </summary>
public static class UnhandledExceptions
{
    private static readonly ConcurrentBag<Func<Exception, bool>> s_claimants = [];

    static UnhandledExceptions() => ExceptionHandling.SetUnhandledExceptionHandler(exception => s_claimants.Any(claim => claim(exception)));

    public static void Offer(Func<Exception, bool> claim) => s_claimants.Add(claim);
}
