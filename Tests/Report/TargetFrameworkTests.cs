using PooledAwait.Fody.Report;
using Tests.Options;

namespace Tests.Report;

[Parallelizable(ParallelScope.Self)]
public sealed class TargetFrameworkTests
{
    [TestCase(".NETCoreApp,Version=v10.0", "net10.0")]
    [TestCase(".NETCoreApp,Version=v3.1", "netcoreapp3.1")]
    [TestCase(".NETStandard,Version=v2.0", "netstandard2.0")]
    [TestCase(".NETFramework,Version=v4.7.2", "net472")]
    [TestCase("Silverlight,Version=v5.0", null)]
    [TestCase("any text", null)]
    public void Is_named_as_a_project_does(string attribute, string? expected) => Assert.That(
        TargetFramework.Of(Source.Compile($"[assembly: System.Runtime.Versioning.TargetFramework(\"{attribute}\")]")), Is.EqualTo(expected));

    [Test]
    public void May_be_left_unsaid() => Assert.That(TargetFramework.Of(Source.Compile("class C;")), Is.Null);
}
