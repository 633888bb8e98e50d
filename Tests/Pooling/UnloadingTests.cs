using System.Reflection;
using NUnit.Framework;

namespace Tests.Pooling;

/// <summary>Pools do not keep plug-ins loaded.</summary>
/// <remarks>
/// In processes of their own: after a collectible load context has gone, .NET 10 (10.0.12 is the newest that was tried) sometimes clears
/// words of memory that has another use by then, and the process ends at a later garbage collection, perhaps minutes later. A program without this
/// library, which loads itself into such contexts and there has thread-static fields, weak references and the base library's pooling
/// builder, ends at the very same instruction. For the same reason no other test unloads anything.
/// </remarks>
public static class UnloadingTests
{
    [Test]
    public static void A_plug_in_unloads([Values] bool withItsOwnRuntime, [Values] bool whileListenedTo)
    {
        var program = Assembly.GetExecutingAssembly().Location;
        var (exitCode, output) = Dotnet.TryRun(Path.GetTempPath(), program, UnloadingProcess.Verb, $"{withItsOwnRuntime}", $"{whileListenedTo}");
        Assert.That((exitCode, output.Trim()), Is.EqualTo((0, UnloadingProcess.Unloaded)));
    }
}
